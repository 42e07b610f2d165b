import { describe, expect, it } from 'vitest'
import { admission } from '../../src/admission/admission.js'
import { hashPassword, verifyPassword } from '../../src/sign-in/password-hash.js'

describe('the hash of a password', () => {
  it('knows its password again, and no other one', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('Correct horse', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('is another one each time, and does not contain the password', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).not.toBe(other)
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$/)
    expect(one).not.toContain('horse')
  })

  it('is the same for both spellings of a letter', async () => {
    expect(await verifyPassword('u\u0308ber', await hashPassword('\u00fcber'))).toBe(true)
  })

  it('tells its cost, so that an older one is still known', async () => {
    // Made by `scrypt` of Python's hashlib with n=1024.
    const older = 'scrypt$1024$8$1$MDEyMzQ1Njc4OWFiY2RlZg$6g3umF-uVrJsObaTZhIbbTlgrvOEFcCItdwSjtPF67M'
    expect(await verifyPassword('correct horse', older)).toBe(true)
    expect(await verifyPassword('wrong horse', older)).toBe(false)
  })

  it('is never that of somebody without a password', async () => {
    expect(await verifyPassword('correct horse', null)).toBe(false)
    expect(await verifyPassword('', null)).toBe(false)
  })

  it('is made two at a time, and the callers take turns', async () => {
    const ends = await Promise.all([admission.password.acquire('mallory'), admission.password.acquire('mallory')])
    const order: string[] = []
    const noted = (name: string, hash: Promise<unknown>) => hash.then(() => order.push(name))
    const flood = Array.from({ length: 6 }, () => noted('mallory', verifyPassword('guess', null, 'mallory')))
    const refused = Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword('guess', null, 'mallory')))
    const ada = noted('ada', verifyPassword('correct horse', null, 'ada'))
    expect(order).toEqual([])
    // With a single turn, hashes end in the order in which they begin.
    const [first, second] = ends
    first?.()
    await ada
    expect(order.indexOf('ada')).toBeLessThan(3)
    second?.()
    await Promise.all(flood)
    const reasons = (await refused).flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(reasons).toHaveLength(26)
    expect(reasons[0]).toContain('Too many passwords are being checked.')
  })
})
