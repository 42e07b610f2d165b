const server = '^apps/server/src/'
const contract = '^(packages/contract/|@media-library/contract$)'
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

/** Who may import what in the server. A room is a folder or a file of apps/server/src; its own files go without saying. */
const rooms = {
  'commands/': ['.*'],
  'main.ts': ['.*'],
  'context.ts': ['config.ts', 'database.ts', 'database/', 'errors.ts', 'logger.ts', 'media/'],
  'demo/': ['import/', 'media/', 'repositories/', 'database.ts', 'database/lock.ts', 'errors.ts', 'api-key.ts'],
  'import/': ['media/', 'repositories/', 'database.ts', 'errors.ts'],
  'http/': ['routes/index.ts', 'repositories/', 'context.ts', 'database.ts', 'errors.ts', 'logger.ts', 'api-key.ts', 'generated/'],
  'routes/': ['policies/', 'repositories/', 'mappers/', 'context.ts', 'database.ts', 'errors.ts'],
  'policies/': ['errors.ts'],
  'mappers/': [],
  'jobs/': ['media/', 'repositories/', 'context.ts', 'database.ts', 'errors.ts'],
  'media/': ['errors.ts'],
  'repositories/': ['database.ts', 'generated/'],
  'database/': ['errors.ts'],
  'database.ts': ['generated/'],
  'api-key.ts': [],
  'config.ts': [],
  'errors.ts': [],
  'logger.ts': ['config.ts'],
  'generated/': [],
}

/** Types of rows may be named by these; a value would be a query. */
const rowReaders = '(routes|policies|mappers|jobs|demo)/'
const rows = ['generated/', 'repositories/']

const inServer = (room) => `${server}${room.replace('.', '\\.')}`

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room.replace(/\W+$|\.ts$/, '')}`,
  comment: `${room} may import only: ${allowed.join(', ') || 'nothing of the server'}`,
  severity: 'error',
  from: { path: inServer(room) },
  to: {
    path: server,
    pathNot: [room, ...allowed].map((other) => (other === '.*' ? server : inServer(other))),
    ...(RegExp(`^${rowReaders}`).test(room) && {}),
  },
}))

module.exports = { forbidden: roomRules }
