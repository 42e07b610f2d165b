const operations = [
  'authorize',
  'finishSignIn',
  'signInWithKey',
  'signInWithCode',
  'login',
  'changePassword',
  'signUpAdmin',
  'createPasskeyOptions',
  'createPasskey',
  'createPasskeySignInOptions',
  'signInWithPasskey',
  'logout',
  'features',
] as const

/** An operation with which a front end signs users in. */
export type SignInOperation = (typeof operations)[number]

export function isSignIn(operation: string): operation is SignInOperation {
  return (operations as readonly string[]).includes(operation)
}
