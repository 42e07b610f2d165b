import type { Database } from '../../../database/connect.js'
import { createSignInCode, makeSignInCode, signInLink } from '../../../sign-in/sign-in-with-code.js'

/** Returns an address that signs a user in to the page, once, within 10 minutes. */
export async function makeLink(
  { database }: { database: Database },
  { url, userId }: { url: string; userId: string },
): Promise<string> {
  const { code, codeHash } = makeSignInCode()
  await createSignInCode(database, { codeHash, userId })
  return signInLink(url, code)
}
