import { Command } from 'commander'
import { UserError } from '../../../errors.js'
import { makeSignInLink } from '../../../sign-in/sign-in-with-code.js'
import { endSession, endUserSessions, listSessions, type SessionColumnsRow } from '../../../users/session.js'
import { DEFAULT_PORT, isServing, nearAddress } from '../../doctor/network.js'
import * as argument from '../../terminal/arguments.js'
import { printJson, printListing } from '../../terminal/listing.js'
import { examples, say } from '../../terminal/messages.js'
import { requireUser } from '../context/owner.js'
import { withContext } from '../context/with-context.js'

const list = new Command('list')
  .description('list the sessions, oldest first')
  .option('--user <email>', 'the user of the sessions (default: all users)', argument.email)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('session list', 'session list --user ada@example.org --json'))
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext(async ({ database }) => {
      const owner = user === undefined ? null : await requireUser(database, user)
      const sessions = await listSessions(database, owner?.id ?? null)
      printListing(sessions.map(toRow), {
        json,
        columns: [
          ['id', 'ID'],
          ['user', 'User'],
          ['userAgent', 'Program'],
          ['createdAt', 'Signed in'],
          ['seenAt', 'Last used'],
          ['expiresAt', 'Expires'],
        ],
        empty: 'There are no sessions. Users sign in with the provider of OAUTH_ISSUER.',
      })
    }),
  )

const end = new Command('end')
  .description('end a session, or all sessions of a user, at once')
  .argument('[id]', 'the id of the session, which `session list` shows', argument.id)
  .option('--user <email>', 'end all sessions of the user', argument.email)
  .addHelpText(
    'after',
    examples('session end 0197a5c0-7c1e-7000-8000-0123456789ab', 'session end --user ada@example.org'),
  )
  .action(async (id: string | undefined, { user }: { user?: string }, command: Command) => {
    if ((id === undefined) === (user === undefined))
      command.error('error: name the sessions: either the id of one, or --user <email> for all of a user.')
    await withContext(async ({ database }) => {
      if (user !== undefined) {
        const count = await endUserSessions(database, (await requireUser(database, user)).id)
        process.stdout.write(`Ended ${count} ${count === 1 ? 'session' : 'sessions'} of ${user}.\n`)
        return
      }
      const ended = await endSession(database, { id: id as string })
      if (!ended) throw new UserError(`there is no session ${id}. \`media-library session list\` lists the sessions.`)
      process.stdout.write(`Ended ${id}.\n`)
    })
  })

const link = new Command('link')
  .description('print a link that signs a user in to the page, once, within 10 minutes')
  .requiredOption('--user <email>', 'the user to sign in', argument.email)
  .option('--url <address>', 'the address of the service (default: HOST and PORT of the environment)', argument.origin)
  .option('--invitation', 'make it valid for 7 days; who opens it chooses a password, and a former one ends')
  .option('--json', 'print the link as one JSON object')
  .addHelpText(
    'after',
    examples(
      'session link --user ada@example.org',
      'session link --user ben@example.org --invitation --url https://photos.example.org',
    ),
  )
  .action(({ user, url, invitation = false, json }: LinkOptions) =>
    withContext(async ({ database, config: { host, port } }) => {
      const { id } = await requireUser(database, user)
      const place = [host, port ?? DEFAULT_PORT] as const
      const link = await makeSignInLink(database, {
        url: url ?? nearAddress(...place),
        userId: id,
        isInvitation: invitation,
      })
      if (json) printJson({ link, user })
      else process.stdout.write(`${link}\n`)
      if (url === undefined && !(await isServing(...place)))
        say(
          `warning: no media library answers at ${nearAddress(...place)}. Start it there, or name its address with --url.`,
        )
    }),
  )

interface LinkOptions {
  user: string
  url?: string
  invitation?: boolean
  json?: boolean
}

export const session = new Command('session').addCommand(list).addCommand(link).addCommand(end)

function toRow({ user, ...row }: SessionColumnsRow) {
  return { ...row, user: user.email }
}
