import type { User } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'

export interface UserOperations {
  /** All active users, the caller among them: whom an album can be shared with. */
  getAllUsers(options?: CallOptions): Promise<User[]>
  /** The caller. */
  getMyUserInfo(options?: CallOptions): Promise<User>
}

export function userOperations({ read }: Calls): UserOperations {
  return {
    getAllUsers: (options) => read('getAllUsers', {}, options),
    getMyUserInfo: (options) => read('getMyUserInfo', {}, options),
  }
}
