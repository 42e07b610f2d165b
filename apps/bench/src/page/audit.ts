import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from './browser.js'

/** Lighthouse's results for one view: 0 to 100 in each category, and the faults. */
export interface Audit {
  view: string
  scores: Record<string, number>
  findings: string[]
}

interface LighthouseResult {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; details?: { items?: { description?: string }[] } }
  >
}

const LIGHTHOUSE = 'lighthouse@13.5.0'
const LONGEST_MS = 300_000

/**
 * Lets Lighthouse audit views in the open browser, as on a desktop. Lighthouse is installed from the registry, because it is larger than
 * the service.
 */
export async function audit({ url, port }: Browser, views: Record<string, string>): Promise<Audit[]> {
  const audits: Audit[] = []
  for (const [view, path] of Object.entries(views)) {
    const { stdout } = await promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        url + path,
        '--port',
        String(port),
        '--preset=desktop',
        '--disable-storage-reset',
        '--output=json',
        '--quiet',
        '--no-enable-error-reporting',
      ],
      { maxBuffer: 2 ** 28, timeout: LONGEST_MS },
    )
    audits.push({ view, ...toAudit(JSON.parse(stdout)) })
  }
  return audits
}

function toAudit({ categories, audits }: LighthouseResult): Omit<Audit, 'view'> {
  const scores = Object.values(categories).map(({ title, score }) => [title, Math.round(100 * (score ?? 0))])
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const findings = counted.flatMap(({ id }) => {
    const { score = null, title = id, displayValue, details } = audits[id] ?? {}
    const description = details?.items?.[0]?.description
    return score !== null && score < 0.9 ? [[title, displayValue, description].filter(Boolean).join(': ')] : []
  })
  return { scores: Object.fromEntries(scores), findings: [...new Set(findings)] }
}
