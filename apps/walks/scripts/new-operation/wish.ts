/** What is known of a new operation before anybody writes it. */
export interface Wish {
  /** As in the contract: `mergeTag`. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`: `/tag/:id`. */
  path: string
  /** The first part of the path. */
  noun: string
  permission: string | null
  /** The schema of the body, or null for none. */
  takes: string | null
  /** The schema of the answer, or null for none; `isList` when the answer is a list of it. */
  answers: string | null
  isList: boolean
  status: 200 | 201 | 204
  /** Whether apps call it by the client. */
  client: boolean
}

export const usage = `Usage: pnpm new-operation <name> <method> <path> [options]

  pnpm new-operation countTags GET /tag/count --permission tag.read --answers TagCount
  pnpm new-operation mergeTag POST /tag/:id/merge --permission tag.update --takes MergeTag --answers Tag --client

Options:
  --permission <name>  what a key needs; without it no key is needed
  --takes <Schema>     the schema of the body, which is made when there is none of that name
  --answers <Schema>   the schema of the answer, likewise; Schema[] is a list of it; without it the answer is 204
  --client             apps call it by the client`

interface Options {
  permission?: string | undefined
  takes?: string | undefined
  answers?: string | undefined
  client: boolean
  help: boolean
}

/** Reads the command line. Throws what is wrong with it, with the usage. */
export function readWish([name = '', verb = '', path = '', ...others]: string[], options: Options): Wish {
  const { permission = null, takes = null, answers: answered = '', client, help } = options
  const method = verb.toUpperCase()
  const answers = answered.replace(/\[\]$/, '')
  if (help) throw new Error(usage)
  requireForm(/^[a-z][a-zA-Z]+$/, name, 'the name has to be like mergeTag')
  requireForm(/^(GET|POST|PUT|PATCH|DELETE)$/, method, 'the method has to be GET, POST, PUT, PATCH or DELETE')
  requireForm(/^(\/([a-z-]+|:id))+$/, path, 'the path has to be like /tag/:id, without /api')
  requireForm(/^([A-Z]\w+)?$/, takes ?? '', 'the schema of the body has to be like MergeTag')
  requireForm(/^([A-Z]\w+)?$/, answers, 'the schema of the answer has to be like Tag or Tag[]')
  requireForm(/^$/, others.join(' '), 'there are more arguments than a name, a method and a path')
  return {
    name,
    method: method as Wish['method'],
    path,
    noun: path.split('/')[1] ?? '',
    permission,
    takes,
    answers: answers || null,
    isList: answered.endsWith('[]'),
    status: answers === '' ? 204 : method === 'POST' ? 201 : 200,
    client,
  }
}

function requireForm(form: RegExp, value: string, demand: string) {
  if (!form.test(value)) throw new Error(`${JSON.stringify(value)}: ${demand}.\n\n${usage}`)
}
