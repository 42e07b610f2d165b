// Plain object: the file must load before anything is built.
// `prisma generate` needs no schema engine, yet downloads one unless told where it is, and asks for news.
if (process.argv.includes('generate')) {
  process.env['CHECKPOINT_DISABLE'] ??= '1'
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath
}

export default {
  schema: '../prisma/schema.prisma',
  migrations: { path: '../prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
}
