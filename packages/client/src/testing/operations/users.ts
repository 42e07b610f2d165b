import type { CreateInvitation, CreateUser, DeleteUser, UpdateUser, User } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from '../ask.js'
import { type FakeUser, type Store, showUser } from '../store.js'
import { answerPicture } from './files.js'
import { makeCode } from './sign-in.js'
import { isOther } from './uploads.js'

const DAYS_7 = 7 * 86_400_000

export const users = {
  getAllUsers({ store, caller, query: { isAll = true } }: Ask<unknown, { isAll?: boolean }>) {
    const isManaging = !isAll && caller.isAdmin
    const shown = [...store.users.values()].filter(({ deletedAt }) => deletedAt === null || isManaging)
    return shown.flatMap(({ id }) => (isManaging ? showManaged(store, id) : showUser(store, id, caller.id)))
  },

  getMyUserInfo: ({ store, caller }: Ask) => showUser(store, caller.id, caller.id)[0],

  getUserById: ({ store, caller, id }: Ask) => requireFound(showUser(store, id, caller.id)[0], 'user'),

  async createProfileImage({ store, caller, file }: Ask) {
    if (!file) throw new Refusal('invalid_request', '/file must be a file with a name.')
    if (isOther(file.name)) throw new Refusal('not_media')
    const profileImagePath = `profile/${caller.id}/${store.fixtures.aTag().id}.jpeg`
    removePicture(store, caller)
    store.files.set(profileImagePath, { content: new Uint8Array(await file.arrayBuffer()), type: 'image/jpeg' })
    store.users.set(caller.id, { ...caller, profileImagePath })
    return { profileImagePath, userId: caller.id }
  },

  deleteProfileImage({ store, caller }: Ask) {
    removePicture(store, caller)
    store.users.set(caller.id, { ...caller, profileImagePath: '' })
  },

  getProfileImage({ store, id }: Ask) {
    const { profileImagePath: key, name } = requireFound(store.users.get(id), 'user')
    requireFound(store.files.get(key), 'picture')
    return answerPicture({ store }, { key, name: `${name}.jpeg`, isQueued: false })
  },

  createUser({ store, caller, body: { password, ...user } }: Ask<CreateUser>) {
    requireAdmin(caller)
    const id = addUser(store, { shouldChangePassword: true, ...user })
    store.passwords.set(id, password)
    return showManaged(store, id)[0]
  },

  signUpAdmin(): never {
    throw new Refusal('forbidden', 'There are users already.')
  },

  updateUser({ store, caller, body: { id, password, ...changes } }: Ask<UpdateUser>) {
    if (id !== caller.id) requireAdmin(caller)
    const user = requireFound(store.users.get(id), 'user')
    if (password !== undefined) store.passwords.set(id, password)
    store.users.set(id, Object.assign({ ...user }, changes))
    return showManaged(store, id)[0]
  },

  deleteUser: ({ store, caller, id, body: { force } }: Ask<DeleteUser>) => {
    requireAdmin(caller)
    const deleted = setDeleted(store, id, true)
    if (force) store.users.delete(id)
    return deleted
  },

  restoreUser({ store, caller, id }: Ask) {
    requireAdmin(caller)
    return setDeleted(store, id, false)
  },

  getInvitations({ store, caller }: Ask) {
    requireAdmin(caller)
    return [...store.invitations].map(([id]) => showInvitation(store, id)).reverse()
  },

  createInvitation({ store, caller, body }: Ask<CreateInvitation>) {
    requireAdmin(caller)
    return invite(store, addUser(store, body))
  },

  renewInvitation({ store, caller, id }: Ask) {
    requireAdmin(caller)
    requireFound(store.users.get(id), 'user')
    return invite(store, id)
  },

  deleteInvitation({ store, caller, id }: Ask) {
    requireAdmin(caller)
    store.codes.delete(requireFound(store.invitations.get(id), 'invitation').code)
    store.invitations.delete(id)
  },
}

function removePicture(store: Store, { profileImagePath }: FakeUser): void {
  store.files.delete(profileImagePath)
}

function requireAdmin({ isAdmin }: FakeUser): void {
  if (!isAdmin) throw new Refusal('forbidden')
}

/** Returns a user as an administrator sees them. */
function showManaged(store: Store, id: string): User[] {
  return showUser(store, id, id)
}

function addUser(store: Store, user: Omit<CreateUser, 'password'>): string {
  if ([...store.users.values()].some(({ email }) => email === user.email)) throw new Refusal('user_exists')
  const { id } = store.fixtures.aTag()
  store.users.set(id, Object.assign(store.fixtures.aUser({ id }), user, { apiKey: `mlk_test_${id}` }))
  return id
}

function setDeleted(store: Store, id: string, isDeleted: boolean): User | undefined {
  const user = requireFound(store.users.get(id), 'user')
  const deletedAt = isDeleted ? new Date().toISOString() : null
  store.users.set(id, { ...user, deletedAt, status: isDeleted ? 'deleted' : 'active' })
  return showManaged(store, id)[0]
}

function invite(store: Store, id: string) {
  const code = makeCode(store, id)
  const now = Date.now()
  const times = { createdAt: new Date(now).toISOString(), expiresAt: new Date(now + DAYS_7).toISOString() }
  store.invitations.set(id, { code, ...times })
  return { invitation: showInvitation(store, id), code }
}

function showInvitation({ invitations }: Store, id: string) {
  const { code: _, ...times } = requireFound(invitations.get(id), 'invitation')
  return { id, ...times }
}
