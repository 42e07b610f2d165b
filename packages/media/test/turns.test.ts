import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TurnFault } from '../src/errors.js'
import { createTurns } from '../src/tools/turns.js'

/** Turns of owners, which last until the test ends them. It says how many seconds of a processor they had. */
function openTurns(places: number) {
  const turns = createTurns(places)
  const begun: string[] = []
  const hold = async (owner: string, { takes = 1, seconds = 0, isAlone = false } = {}) => {
    let end = () => {}
    let fail: (reason: unknown) => void = () => {}
    const holding = new Promise<void>((resolve, reject) => {
      end = resolve
      fail = reject
    })
    const ended = turns.run({ caller: { owner, isAlone }, places: takes }, (turn) => {
      begun.push(owner)
      turn.watch({ spent: () => seconds * 1_000, passed: () => seconds * 1_000 })
      turn.signal.addEventListener('abort', () => fail(turn.signal.reason))
      return holding
    })
    ended.catch(() => {})
    await setImmediate()
    return { end, ended }
  }
  return { begun, hold }
}

test('an owner without a turn gets one beyond the places, and a second such owner waits', async () => {
  const { begun, hold } = openTurns(2)
  for (let count = 0; count < 3; count += 1) await hold('eve')

  const { end } = await hold('ben')
  await hold('cleo')

  expect(begun).toEqual(['eve', 'eve', 'ben'])
  end()
  await expect.poll(() => begun).toEqual(['eve', 'eve', 'ben', 'cleo'])
})

test('a turn that takes all places begins although others have the one beyond them in turn', async () => {
  const { begun, hold } = openTurns(2)
  const { end } = await hold('eve')
  await hold('ann', { takes: 2 })
  await hold('ben')

  end()
  await expect.poll(() => begun).toEqual(['eve', 'ben', 'ann'])
})

test('an owner whose turn was ended gets none beyond the places, which one who comes then has', async () => {
  const { begun, hold } = openTurns(1)
  const first = await hold('eve', { seconds: 60 })
  const spare = await hold('ann')
  await hold('dan', { isAlone: true })

  // Eve's turn ends as a long one, because Dan waits for the place.
  await expect(first.ended).rejects.toThrow(TurnFault)
  spare.end()
  await hold('eve')
  await hold('ben')

  expect(begun).toEqual(['eve', 'ann', 'dan', 'ben'])
})

test('one who waits gets the turn beyond the places once it has had 2 s, and another owner keeps the only turn', async () => {
  const { begun, hold } = openTurns(1)
  await hold('eve', { seconds: 3 })
  const spare = await hold('ann', { seconds: 3 })

  await hold('ben')

  await expect(spare.ended).rejects.toThrow(TurnFault)
  await expect.poll(() => begun).toEqual(['eve', 'ann', 'ben'])
})

test('an owner whose turn was ended gets none beyond the places after another long one', async () => {
  const { begun, hold } = openTurns(1)
  const first = await hold('eve', { seconds: 60 })
  const spare = await hold('ann')
  await hold('dan', { isAlone: true }).then(({ end }) => first.ended.catch(end))
  spare.end()
  const second = await hold('eve', { seconds: 60 })
  second.end()
  await second.ended

  await hold('ann')
  await hold('eve')
  await hold('ben')

  expect(begun).toEqual(['eve', 'ann', 'dan', 'eve', 'ann', 'ben'])
})
