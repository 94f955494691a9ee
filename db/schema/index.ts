export * from './adoption';
export * from './catalogue';
export * from './identity';
export * from './otp';
