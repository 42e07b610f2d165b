import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks a service every 5 ms whether it lives, until it is told to stop, and sends the times of the answers in milliseconds. */
const [url] = process.argv.slice(2)
let isOver = false
process.once('message', () => {
  isOver = true
})

async function askOnce() {
  const asked = performance.now()
  const { status } = await fetch(`${url}/livez`)
  if (status !== 200) throw new Error(`/livez answered ${status}.`)
  return performance.now() - asked
}

await askOnce()
process.send?.('ready')
const times: number[] = []
while (!isOver) {
  times.push(await askOnce())
  await sleep(5)
}
process.send?.(times)
process.disconnect()
