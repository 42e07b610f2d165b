import { Miniflare } from 'miniflare'

const [, , ADDRESS] = process.argv
const worker = new Miniflare({
  modules: true,
  scriptPath: 'bundle.js',
  compatibilityDate: '2026-07-01',
  bindings: { ADDRESS },
})
try {
  process.stdout.write(await (await worker.dispatchFetch('http://worker/')).text())
} finally {
  await worker.dispose()
}
