export * from './contract.js'
export * from './field-errors.js'
export * from './schemas/index.js'
export * from './sign-in.js'
