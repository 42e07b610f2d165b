/** What holds rows, answers and faults, for every capability. */
const ground = ['admission/', 'answers/', 'database/', 'generated/', 'errors.ts']

/** What a capability may name without loading it. */
const known = ['context.ts', 'config/', 'logger.ts', 'measures.ts']

/**
 * The folders of apps/server/src, and which others each may import; its own files go without saying. Edges import capabilities, and
 * these the ground. `types` are for `import type` alone.
 */
const folders = {
  'main.ts': { may: ['*'] },
  'cli/': { may: ['*'] },
  'services.ts': { may: ['*'] },
  'context.ts': { may: [], types: ['*'] },
  'http/': {
    may: [
      ...[
        'accounts/',
        'albums/',
        'asset-changes/',
        'assets/',
        'events/',
        'jobs/',
        'people/',
        'phone/',
        'profile-images/',
        'search/',
        'server-info/',
        'shared-links/',
        'sign-in/',
        'tags/',
        'uploads/',
        'users/',
      ],
      ...[...ground, 'config/loopback.ts', 'context.ts', 'logger.ts', 'process/commit.ts', 'process/read-in-turns.ts'],
      ...['process/thread.ts', 'process/version.ts'],
      'storage/derived-files.ts',
      'storage/disk-space.ts',
    ],
    types: ['config/', 'measures.ts'],
  },
  'shared-links/': { may: ['albums/', 'assets/', 'events/', 'sign-in/', 'users/', ...ground], types: known },
  'phone/': {
    may: ['asset-changes/', 'assets/', 'events/', 'storage/disk-space.ts', 'users/', ...ground],
    types: known,
  },
  'accounts/': {
    may: [
      ...['assets/library.ts', 'sign-in/', 'storage/', 'users/', 'uploads/resumable/partial-uploads.ts'],
      ...ground,
    ],
    types: known,
  },
  'profile-images/': { may: ['assets/files/', 'users/', ...ground], types: known },
  'search/': { may: ['assets/', ...ground], types: known },
  'people/': { may: ['search/fold-words.ts', 'jobs/queue/', 'assets/', 'events/', ...ground], types: known },
  'takeouts/': {
    may: [
      ...['import/', 'uploads/', 'albums/', 'tags/', 'asset-changes/', 'assets/', 'jobs/queue/', 'events/'],
      ...['storage/', ...ground],
    ],
    types: known,
  },
  'uploads/': {
    may: [
      ...['import/', 'asset-changes/', 'assets/', 'events/', 'shared-links/', 'users/', 'storage/'],
      ...['process/release-memory.ts', ...ground],
    ],
    types: known,
  },
  'import/': { may: ['jobs/queue/', 'assets/', 'events/', 'storage/', ...ground] },
  'asset-changes/': { may: ['jobs/queue/', 'assets/', 'events/', 'storage/', ...ground], types: known },
  'jobs/': {
    may: ['tags/', 'assets/', 'events/', 'storage/', 'process/repeat.ts', ...ground],
    types: known,
  },
  'albums/': { may: ['assets/', 'events/', 'users/', ...ground], types: known },
  'tags/': { may: ['jobs/queue/', 'assets/', 'events/', 'storage/', 'process/repeat.ts', ...ground], types: known },
  'server-info/': { may: ['users/', 'process/version.ts', ...ground], types: known },
  'sign-in/': { may: ['users/', 'config/email-address.ts', ...ground], types: known },
  'events/': { may: ['users/', 'assets/asset.ts', ...ground], types: known },
  'users/': { may: ['assets/asset.ts', 'assets/visibility.ts', ...ground], types: known },
  'assets/': { may: ['storage/', ...ground], types: known },
  'answers/': {
    may: ['admission/', 'database/', 'generated/', 'process/read-in-turns.ts', 'errors.ts'],
    types: ['context.ts'],
  },
  'storage/': { may: ['process/process-mark.ts', 'process/thread.ts', 'errors.ts'], types: ['config/', 'measures.ts'] },
  'database/': {
    may: ['admission/', 'process/release-memory.ts', 'generated/', 'errors.ts'],
    types: ['logger.ts', 'measures.ts'],
  },
  'admission/': { may: ['errors.ts'] },
  'process/': { may: [] },
  'config/': { may: ['errors.ts'] },
  'logger.ts': { may: ['config/', 'database/failure.ts', 'errors.ts', 'process/printable-json.ts'] },
  'measures.ts': { may: [], types: ['database/failure.ts'] },
  'errors.ts': { may: [] },
  'generated/': { may: [] },
}

/** The folders of apps/web/src, likewise. All of them say something; a file beside the folders may import any of them. */
const pageFolders = {
  'pages/': [
    'accounts/',
    'albums/',
    'downloads/',
    'finding/',
    'jobs/',
    'light-box/',
    'links/',
    'people/',
    'pictures/',
    'service/',
    'sign-in/',
    'tags/',
    'ui/',
    'uploads/',
    'wall/',
  ],
  'visit/': ['downloads/', 'pictures/', 'selection/', 'service/', 'sign-in/', 'ui/', 'wall/'],
  'shell/': ['actions/', 'finding/', 'selection/', 'service/', 'sign-in/', 'ui/', 'uploads/'],
  'wall/': ['light-box/', 'pictures/', 'selection/', 'service/', 'ui/'],
  'light-box/': ['actions/', 'albums/', 'corrections/', 'finding/', 'people/', 'pictures/', 'service/', 'tags/', 'ui/'],
  'corrections/': ['pictures/', 'service/', 'ui/'],
  'actions/': [
    'albums/',
    'corrections/',
    'downloads/',
    'jobs/',
    'links/',
    'pictures/',
    'selection/',
    'service/',
    'tags/',
    'ui/',
  ],
  'finding/': ['people/', 'pictures/', 'service/', 'ui/'],
  'albums/': ['pictures/', 'service/', 'ui/'],
  'tags/': ['pictures/', 'service/', 'ui/'],
  'people/': ['service/', 'ui/'],
  'accounts/': ['links/', 'service/', 'sign-in/', 'ui/'],
  'jobs/': ['pictures/', 'service/', 'ui/'],
  'downloads/': ['service/', 'ui/'],
  'links/': ['service/', 'ui/'],
  'uploads/': ['service/', 'ui/'],
  'sign-in/': ['service/', 'ui/', 'uploads/'],
  'selection/': ['pictures/'],
  'pictures/': ['service/'],
  'ui/': ['service/'],
  'service/': [],
  'language/': [],
}

const server = '^apps/server/src/'
const page = '^apps/web/src/'
const contract = '^(packages/contract/|@media-library/contract$)'
const client = '^packages/client/src/'
const inClient = (...files) => `${client}(${files.join('|')})`
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`
const toPath = (folder) => (folder === '*' ? server : server + folder.replace('.', '\\.'))

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const folderRules = Object.entries(folders).flatMap(([folder, { may, types = [] }]) => {
  const name = folder.replace(/\W+$/, '').replace('.', '-')
  const toPaths = (others) => [folder, ...others].map(toPath)
  return [
    forbid(
      name,
      `${folder} may import ${may.join(', ') || 'no other folder'}.`,
      { path: toPath(folder) },
      {
        path: server,
        pathNot: toPaths(may),
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      `${name}-types`,
      `${folder} may name types of ${[...may, ...types].join(', ') || 'no other folder'}.`,
      { path: toPath(folder) },
      {
        path: server,
        pathNot: toPaths([...may, ...types]),
        dependencyTypes: ['type-only'],
      },
    ),
  ]
})

const pageRules = Object.entries(pageFolders).map(([folder, may]) =>
  forbid(
    `page-${folder.slice(0, -1)}`,
    `${folder} of the page may import ${may.join(', ') || 'no other folder'}.`,
    { path: page + folder },
    { path: page, pathNot: [folder, 'language/', ...may].map((each) => page + each) },
  ),
)

const generalRules = [
  forbid(
    'in-a-folder-of-the-page',
    'A new folder of the page gets a row in the table above.',
    { path: `${page}[^/]+/`, pathNot: Object.keys(pageFolders).map((folder) => page + folder) },
    {},
  ),
  forbid(
    'in-a-folder',
    'A new file of the server belongs in a folder, or gets a row in the table above.',
    {
      path: server,
      pathNot: Object.keys(folders).map(toPath),
    },
    {},
  ),
  forbid(
    'contract-is-small',
    'A browser can use the contract: zod and ts-rest alone.',
    { path: '^packages/contract/src/' },
    {
      pathNot: ['^packages/contract/src/', packages('zod', '@ts-rest/core')],
    },
  ),
  forbid(
    'client-is-small',
    'The light client loads nothing: of the contract it has types alone.',
    { path: client, pathNot: [inClient('validated', 'ts-rest'), inClient('testing/')] },
    {
      pathNot: client,
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'client-on-contract',
    'A browser can use every entry of the client: the contract, and ts-rest in its own entry, which checks its options likewise.',
    { path: client, pathNot: [inClient('ts-rest'), inClient('tanstack/')] },
    { pathNot: [client, contract] },
  ),
  forbid(
    'client-by-ts-rest',
    'A browser can use every entry of the client: the contract, and ts-rest in its own entry, which checks its options likewise.',
    { path: inClient('ts-rest') },
    { pathNot: [contract, inClient('check-options'), packages('@ts-rest/core')] },
  ),
  forbid(
    'no-test-double-in-client',
    'What tests need is not in what an app ships.',
    { path: client, pathNot: inClient('testing/') },
    { path: inClient('testing/') },
  ),
  forbid(
    'packages-alone',
    'Any application can use them: they import nothing of this one.',
    { path: '^packages/(embedded-postgres|media)/src/' },
    { path: '^(apps|packages)/(?!$1/)|^@media-library/' },
  ),
  forbid(
    'media-where-files-are',
    'Most folders never open a file of a user.',
    {
      path: server,
      pathNot: [
        ...['assets/', 'cli/', 'takeouts/', 'import/', 'jobs/', 'profile-images/', 'server-info/', 'storage/', 'tags/'],
        ...['uploads/', 'context.ts', 'services.ts'],
      ].map(toPath),
    },
    { path: '^(packages/media/|@media-library/media(/|$))' },
  ),
  forbid(
    'through-the-front-door',
    'A package is imported by its name, not by a path into it.',
    { path: '^(apps|packages)/([^/]+)/' },
    {
      path: '^(apps|packages)/[^/]+/(src|test)/',
      pathNot: '^$1/$2/',
    },
  ),
  forbid(
    'web-on-client',
    'The page asks the service through the client alone.',
    { path: page },
    { path: '^(apps/(?!web/)|packages/(?!client/))|^@media-library/(?!client(/|$))' },
  ),
  forbid(
    'no-client-in-server',
    'Only tests call the service.',
    { path: server },
    { path: '^(packages/client/|@media-library/client$)' },
  ),
  forbid(
    'express-in-one-folder',
    'Only http runs Express; others may name its types.',
    { path: server, pathNot: toPath('http/') },
    {
      path: packages('express', '@ts-rest/express', 'express-rate-limit', 'helmet'),
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'openid-in-one-folder',
    'Only sign-in speaks to the provider.',
    { path: server, pathNot: toPath('sign-in/') },
    { path: packages('openid-client', 'cookie') },
  ),
  forbid(
    'storage-in-one-folder',
    'Only storage knows which kind of place files lie in.',
    { path: server, pathNot: toPath('storage/') },
    { path: packages('@aws-sdk/[^/]+') },
  ),
  forbid(
    's3-when-configured',
    'What speaks S3 takes long to load, and few need it.',
    { path: server },
    { path: toPath('storage/bucket/bucket.ts'), dynamic: false },
  ),
  forbid(
    'prisma-in-one-folder',
    'Queries go through database/.',
    {
      path: server,
      pathNot: [toPath('database/'), toPath('cli/backup/'), toPath('generated/')],
    },
    { path: packages('@prisma/[^/]+', 'pg') },
  ),
  forbid(
    'pure',
    'Who may, and what a row becomes, is pure: no files, no network, no packages.',
    { path: `${server}.*/(access|to-[^/]+)\\.ts$` },
    { pathNot: [server, contract, '^(node:)?crypto$'] },
  ),
  forbid('no-cycle', 'Nothing leads back.', {}, { circular: true }),
  forbid(
    'no-orphan',
    'Nobody imports it, and it starts nothing.',
    {
      orphan: true,
      path: '^(apps|packages)/[^/]+/(src|test)/',
      pathNot: ['\\.d\\.ts$', '\\.test\\.ts$', toPath('main.ts'), '^apps/web/src/main.tsx$'],
    },
    {},
  ),
  forbid(
    'no-dev-dependency',
    'What runs in production is among `dependencies` or `peerDependencies`; the page is one bundle with all of its own.',
    { path: '^(apps|packages)/[^/]+/src/', pathNot: '^apps/web/' },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only', 'npm-peer'],
    },
  ),
  forbid(
    'no-unresolved',
    'The import leads nowhere; perhaps nothing was built yet.',
    {},
    // Vite resolves the address of a worker.
    { couldNotResolve: true, pathNot: '[?]worker&url$' },
  ),
  forbid(
    'no-test-in-src',
    'Tests and scripts import sources, never the other way.',
    { path: '/src/' },
    { path: '^(apps|packages)/[^/]+/(test|scripts)/' },
  ),
]

module.exports = {
  forbidden: [...folderRules, ...pageRules, ...generalRules],
  options: {
    exclude: { path: '/test/packed/consumer/|/client/examples/' },
    doNotFollow: { path: ['node_modules', '/dist/', '/generated/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
