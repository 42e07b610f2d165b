import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'
import type { Reply } from '../reply.js'
import type { User } from '../types/index.js'

export interface UserOperations {
  /** All active users, the caller among them: whom an album can be shared with. */
  getAllUsers(options?: CallOptions): Reply<User[]>
  /** The caller. */
  getMyUserInfo(options?: CallOptions): Reply<User>
}

export function userOperations({ read }: Calls): UserOperations {
  return {
    getAllUsers: (options) => read('getAllUsers', {}, options),
    getMyUserInfo: (options) => read('getMyUserInfo', {}, options),
  }
}
