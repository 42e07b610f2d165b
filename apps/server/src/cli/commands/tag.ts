import { text } from 'node:stream/consumers'
import { Id, type Tag, TagType } from '@media-library/contract'
import { Command, Option } from 'commander'
import { MOST_TAGS } from '../../assets/metadata/file-tags.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { UserError } from '../../errors.js'
import type { User as UserRow } from '../../generated/prisma/client.js'
import { addTag } from '../../tags/create-tag.js'
import { assignTag, assignTagByPath, findTag, findTagByName, listCountedTags } from '../../tags/tag.js'
import * as argument from '../terminal/arguments.js'
import { printable, printJson, printListing } from '../terminal/listing.js'
import { counted, examples } from '../terminal/messages.js'
import { requireOwner } from './context/owner.js'
import { withContext } from './context/with-context.js'

const SHOWN = 10

const add = new Command('add')
  .description('add a tag')
  .argument('<name>', 'the name of the tag', argument.tagName)
  .option('--user <email>', 'the owner of the tag (default: the only user)', argument.email)
  .addOption(new Option('--type <type>', 'the kind of the tag').choices(TagType.options).default('CUSTOM'))
  .option('--json', 'print the tag as one JSON object')
  .addHelpText('after', examples('tag add Holiday --user ada@example.org', 'tag add dog --type OBJECT'))
  .action((name: string, { user, type, json }: { user?: string; type: TagType; json?: boolean }) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const tag = await addTag(database, { userId: owner.id, name, type })
      if (tag === 'taken') {
        throw new UserError(
          `${owner.email} already has a tag "${name}". \`media-library tag list --user ${owner.email}\` lists it.`,
        )
      }
      if (!tag)
        throw new UserError(`${owner.email} has ${MOST_TAGS} tags, and a user may not have more. Delete one first.`)
      if (json) return printJson({ id: tag.id, name, type })
      process.stdout.write(`Added "${name}", id ${tag.id}.
Next: \`media-library tag assign ${tag.id} --user ${owner.email} --all\` assigns it to every asset.\n`)
    }),
  )

const list = new Command('list')
  .description('list the tags of a user by name')
  .option('--user <email>', 'the owner of the tags (default: the only user)', argument.email)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('tag list', "tag list --user ada@example.org --json | jq -r '.[].id'"))
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const tags = (await listCountedTags(database, owner.id)).sort((a, b) => (a.name < b.name ? -1 : 1))
      const rows = tags.map(({ id, name, type, createdAt, _count }) => {
        return { id, name, type, assetCount: _count.assets, createdAt }
      })
      printListing(rows, {
        json,
        columns: [
          ['id', 'ID'],
          ['name', 'Name'],
          ['type', 'Type'],
          ['assetCount', 'Assets'],
          ['createdAt', 'Created'],
        ],
        empty: `There are no tags yet. \`media-library tag add <name> --user ${owner.email}\` adds one.`,
      })
    }),
  )

interface AssignOptions {
  user?: string
  folder?: string
  all?: boolean
  json?: boolean
}

const assign = new Command('assign')
  .description('assign a tag to assets: to the given ids, to all in a folder, or to all')
  .argument('<tag>', 'the name or the id of the tag')
  .argument('[assets...]', 'the ids of assets; - reads them from standard input')
  .option('--user <email>', 'the owner of the tag and the assets (default: the only user)', argument.email)
  .option('--folder <path>', 'every asset in a folder and its subfolders', argument.folder)
  .addOption(new Option('--all', 'every asset of the user').conflicts('folder'))
  .option('--json', 'print the numbers of assets as one JSON object')
  .addHelpText(
    'after',
    examples(
      'tag assign Holiday --user ada@example.org --all',
      'tag assign Holiday --user ada@example.org --folder ~/Pictures/Rome',
      'tag assign Holiday --user ada@example.org 0197a5c0-7c1e-7000-8000-0123456789ab',
      "asset list --type VIDEO --json | jq -r '.[].id' | media-library tag assign Video -",
    ),
  )
  .action(async (nameOrId: string, assets: string[], { user, folder, all, json }: AssignOptions, command: Command) => {
    const prefix = all ? '' : folder
    if (assets.length > 0 === (prefix !== undefined)) {
      command.error('error: name the assets: either their ids, or --folder <path>, or --all.')
    }
    const ids = await readIds(assets, command)
    await withContext(async ({ database, config }) => {
      const owner = await requireOwner(database, user)
      const tag = await requireTag(database, owner, nameOrId)
      const assignment = { tagId: tag.id, owner, isNoted: config.writeSidecars }
      const { assigned, alreadyTagged } =
        prefix === undefined
          ? await assignToIds(database, assignment, ids)
          : await assignToFolder(database, assignment, prefix)
      if (json) return printJson({ id: tag.id, assigned, alreadyTagged })
      process.stdout.write(
        `Tagged ${counted(assigned, 'asset')} with "${printable(tag.name)}"; ${alreadyTagged} already had it.\n`,
      )
    })
  })

export const tag = new Command('tag').addCommand(add).addCommand(list).addCommand(assign)

/** Returns the given ids. A `-` stands for ids from standard input. */
async function readIds(args: string[], command: Command): Promise<string[]> {
  const words = args.includes('-') ? [...args, ...(await text(process.stdin)).split(/\s+/)] : args
  return words
    .filter((word) => word !== '' && word !== '-')
    .map((word) => Id.safeParse(word).data ?? command.error(`error: '${word}' is not an id.`))
}

async function requireTag(database: PrismaDatabase, owner: UserRow, nameOrId: string): Promise<Tag> {
  const id = Id.safeParse(nameOrId)
  const tag =
    (await findTagByName(database, owner.id, nameOrId)) ?? (id.success && (await findTag(database, owner.id, id.data)))
  if (tag) return tag
  throw new UserError(
    `${owner.email} has no tag "${nameOrId}". \`media-library tag list --user ${owner.email}\` lists the tags, and \`media-library tag add\` adds one.`,
  )
}

interface Assignment {
  tagId: string
  owner: UserRow
  isNoted: boolean
}

async function assignToIds(database: PrismaDatabase, { owner, ...assigned }: Assignment, ids: string[]) {
  const { unusable, ...assignment } = await assignTag(database, { ...assigned, ownerId: owner.id }, ids)
  if (unusable.length === 0) return assignment
  const names = unusable.slice(0, SHOWN).join(', ') + (unusable.length > SHOWN ? ', …' : '')
  throw new UserError(
    `nothing was tagged: ${unusable.length} of the ids are not assets of ${owner.email} (${names}). \`media-library asset list --user ${owner.email}\` lists the ids.`,
  )
}

async function assignToFolder(database: PrismaDatabase, { owner, ...assigned }: Assignment, prefix: string) {
  const assignment = await assignTagByPath(database, { ...assigned, ownerId: owner.id }, prefix)
  if (assignment.assigned + assignment.alreadyTagged > 0) return assignment
  const where = prefix === '' ? '' : ` in ${prefix}`
  throw new UserError(
    `${owner.email} has no assets${where}. \`media-library import <folder> --user ${owner.email}\` adds some.`,
  )
}
