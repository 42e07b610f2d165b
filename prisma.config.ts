// Plain object: the file must load before anything is built.
// `prisma generate` needs no schema engine, yet downloads one unless told where it is.
if (process.argv.includes('generate')) {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath
}

export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
}
