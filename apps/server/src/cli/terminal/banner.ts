import { isClone } from '../../config/places.js'
import type { DemoLibrary } from '../demo/library.js'

const command = isClone ? 'npx --yes pnpm@10 media-library' : 'npx @media-library/server'

interface Banner {
  url: string
  library: string
  /** The host names of ALLOW_HTTP, if other machines can reach the service; null if only this one can. */
  reach: string[] | null
  /** The first redirect URI of the sign-in; null when sign-in is off. */
  redirectUri: string | null
  demo: DemoLibrary | null
  /** The link that opens the page for Ada; null without the demo. */
  link: string | null
  /** The link at which the first account is made; null once there is a user. */
  setUpLink: string | null
  /** Whether the library has photos besides those of the demo. */
  hasPhotos: boolean
}

/** Returns the text that `serve` prints once it listens: its address and the next steps. */
export function banner({ url, library, reach, redirectUri, demo, link, setUpLink, hasPhotos }: Banner): string {
  return [
    '',
    `Address  ${url}`,
    ...(link ? [`Open     ${link}  (signs you in to the demo, once, within 10 minutes)`] : []),
    ...(setUpLink ? [`Open     ${setUpLink}  (makes the first account, once, within 7 days)`] : []),
    `Library  ${library}`,
    ...(reach ? reachLines(reach) : []),
    ...(demo ? demoLines(url, redirectUri ?? `${url}/login`, demo) : []),
    ...(hasPhotos ? [] : firstSteps(setUpLink !== null)),
    '',
    'Ctrl-C stops the service.',
    '',
  ].join('\n')
}

/**
 * Describes how to reach the service. Browsers refuse the usual cookie of a session over plain HTTP from another machine.
 */
function reachLines(httpHosts: string[]) {
  if (httpHosts.length > 0)
    return [
      '',
      `Browsers may sign in over plain HTTP at ${httpHosts.join(', ')}. Everyone on that network can read the traffic.`,
    ]
  return [
    '',
    'Browsers on other machines can sign in only over https: put a proxy with TLS in front. In a network that you trust,',
    'set ALLOW_HTTP to the name or address of this machine instead, such as ALLOW_HTTP=nas.lan.',
  ]
}

function demoLines(url: string, redirectUri: string, { apiKey: key, ben, tag, album, assetIds }: DemoLibrary) {
  return [
    `Key      ${key}  (of Ada, a user of the demo library)`,
    '',
    'Try the five operations:',
    '',
    '# createAlbum',
    curl(`${url}/api/album`, { key, body: { albumName: 'Favourites', assetIds, sharedWithUserIds: [ben.id] } }),
    '',
    '# addUsersToAlbum',
    curl(`${url}/api/album/${album.id}/users`, { method: 'PUT', key, body: { sharedUserIds: [ben.id] } }),
    '',
    `# getTagAssets: all assets with the tag "${tag.name}"`,
    curl(`${url}/api/tag/${tag.id}/assets`, { method: 'GET', key }),
    '',
    '# runAssetJobs: answers 204, without a body',
    `${curl(`${url}/api/asset/jobs`, { key, body: { assetIds, name: 'refresh-metadata' } })} -i`,
    '',
    '# generateOAuthConfig: deprecated, needs no key',
    curl(`${url}/api/oauth/config`, { body: { redirectUri } }),
  ]
}

/** Returns how people get a library of their own. The first user besides those of the demo is an administrator. */
function firstSteps(makesAccount: boolean) {
  if (makesAccount)
    return [
      '',
      'To add your own photos, open the link above, make your account, and drop them on the page. Or run then, in another',
      'terminal, in this folder and with the same variables:',
      '',
      `${command} import ~/Pictures --user you@example.org`,
    ]
  return [
    '',
    'To add your own photos, run in another terminal, in this folder and with the same variables:',
    '',
    `${command} user add you@example.org`,
    `${command} session link --user you@example.org`,
    `${command} import ~/Pictures --user you@example.org`,
    '',
    'The link opens the page for you: there you add photos, too, and invite your family under Members.',
  ]
}

function curl(url: string, { method = 'POST', key, body }: { method?: string; key?: string; body?: object }) {
  return [
    'curl -sS',
    ...(method === 'POST' || method === 'GET' ? [] : [`-X ${method}`]),
    url,
    ...(key ? [`-H 'x-api-key: ${key}'`] : []),
    ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(body)}'`] : []),
  ].join(' ')
}
