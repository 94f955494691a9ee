export * from './administration';
export * from './adoption';
export * from './catalogue';
export * from './identity';
export * from './otp';
export * from './records';
export * from './tallies';
