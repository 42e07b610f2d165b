/** What stands in the way of a database. Those with a remedy that the application has to name say only what is wrong. */
export type Obstacle =
  | 'busy'
  | 'cannot-run'
  | 'in-the-way'
  | 'no-account'
  | 'no-folder'
  | 'no-port'
  | 'not-a-cluster'
  | 'not-created'
  | 'not-installed'
  | 'not-started'
  | 'other-version'
  | 'refused-setting'
  | 'unreadable'
  | 'unreadable-password'
  | 'unusable'
  | 'unwritable'

/** An obstacle that a person can remove. The message is written for that person. */
export class EmbeddedPostgresError extends Error {
  readonly code: Obstacle

  constructor(code: Obstacle, message: string) {
    super(message)
    this.code = code
  }
}
