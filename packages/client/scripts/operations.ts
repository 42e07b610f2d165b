// What the client knows of the operations, written from the contract.

import { api } from '@media-library/contract'

const HEAD = '// Written by scripts/write-types.ts from the contract. Do not edit it: run `pnpm types`.\n'

/** The operations that the client names otherwise, because their names in the contract say less to an app. */
const renamed: Record<string, string> = { callback: 'finishSignIn', downloadOriginal: 'downloadFile' }

/** downloadFile is downloadOriginal by POST, which neither links nor resumed downloads can use. */
const { downloadFile: _, ...called } = api

/** Writes the table of routes: what a call needs to know of the contract, which would bring its schemas along. */
export function writeRoutes(): string {
  const rows = Object.entries(called).map(([name, { method, path, responses }]) => {
    const success = Object.keys(responses).find((status) => Number(status) < 300)
    return `  ${name}: { method: '${method}', path: '${path}', success: ${success} },\n`
  })
  return `${HEAD}
/** What a call needs to know of the contract, which would bring its schemas along. */
export const routes = {
${rows.join('')}} as const

/** The name of an operation. */
export type Operation = keyof typeof routes
`
}

/** Writes the list of operations between the marks of the README. */
export function writeReadme(readme: string): string {
  const rows = Object.entries<{ summary?: string; deprecated?: boolean }>(called).map(
    ([name, { summary, deprecated }]) =>
      `- \`${renamed[name] ?? name}\`: ${summary?.replace(/^./, (first) => first.toLowerCase())}${deprecated ? ' (deprecated)' : ''}\n`,
  )
  const [mark, end] = ['<!-- Written by scripts/write-types.ts -->', '<!-- until here -->']
  const [before, , after] = readme.split(new RegExp(`${mark}|${end}`))
  return `${before}${mark}\n\n${rows.join('')}\n${end}${after}`
}
