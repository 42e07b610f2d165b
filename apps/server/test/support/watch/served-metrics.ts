/** A metric that a process serves. */
export interface ServedMetric {
  name: string
  type: string
  help: string
  /** The labels of its series, in the order in which they are written; none without series. */
  labels: string[]
}

const HEAD = /^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm

/** Reads the metrics of a process, with the text of their series. */
export async function readMetrics(adminUrl: string): Promise<{ metrics: ServedMetric[]; text: string }> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const metrics = [...text.matchAll(HEAD)].map(([, name = '', help = '', type = '']) => {
    const [, series = ''] = new RegExp(`^${name}(?:_count)?\\{(.*)\\} `, 'm').exec(text) ?? []
    const labels = [...series.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    return { name, type, help, labels }
  })
  return { metrics, text }
}

/** Returns the names of the series of a metric in expressions. */
export function listSeriesNames({ name, type }: ServedMetric): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
}
