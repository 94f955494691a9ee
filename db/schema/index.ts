export * from './administration';
export * from './adoption';
export * from './catalogue';
export * from './identity';
export * from './otp';
export * from './admin-lists';
export * from './monthly-totals';
export * from './settlement';
