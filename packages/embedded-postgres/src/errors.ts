/**
 * The reason why a database cannot be used. Some reasons need a remedy that only the application can name; their messages state only the
 * fault.
 */
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
