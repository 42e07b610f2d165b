import Table from 'cli-table3'
import type { PageFigures } from './page/index.js'
import type { Result } from './run.js'
import type { ExchangeFigures } from './scenario.js'

const head = ['Scenario', 'Per second', 'Ours', 'Floor', 'Ratio (lowest to highest)', 'Aim']
const exchangeHead = ['p50 ms', 'p99 ms', 'Server CPU ms', 'Database CPU ms', 'Peak MB above idle', 'Peak MB of all']
const storeHead = ['Store requests']

/**
 * Formats the results as a table for people, with the price of each missed aim. In the last columns, our figure comes first.
 */
export function toTable(results: Result[]): string {
  const table = new Table({
    head: [...head, ...exchangeHead, ...(results.some(hasStore) ? storeHead : [])],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'left', ...Array.from({ length: 11 }, () => 'right' as const)],
  })
  table.push(...results.map(toRow))
  const prices = results.filter(isMissed).map(({ name, price = 'not explained' }) => `${name}: ${price}`)
  return [table.toString(), ...prices, ''].join('\n')
}

/** Formats the figures of the page as a table for people. */
export function toPageTable(
  pictures: number,
  { firstPictureMs, allPicturesMs, scriptKb, requests, worstFrameMs, p99FrameMs, frames }: PageFigures,
): string {
  const table = new Table({
    head: [`The page of ${pictures.toLocaleString('en')} pictures`, ''],
    style: { head: [], border: [], compact: true },
  })
  table.push(
    ['first picture', `${firstPictureMs.toFixed(0)} ms`],
    ['all pictures on the screen', `${allPicturesMs.toFixed(0)} ms`],
    ['scripts', `${scriptKb.toFixed(0)} kB`],
    ['requests', requests],
    ['longest frame while scrolling', `${worstFrameMs.toFixed(0)} ms`],
    ['99 of 100 frames', `${p99FrameMs.toFixed(0)} ms`],
    ['frames', frames],
  )
  return `${table}\n`
}

/** Formats the results as one JSON object. Times are in milliseconds. */
export function toJson(results: Result[]): string {
  return `${JSON.stringify({ scenarios: results.map(toEntry) }, null, 2)}\n`
}

function toRow(result: Result) {
  const { name, unit, ours, floor, ratio, spread } = result
  const both = (figure: keyof ExchangeFigures) => pair(ours.exchange?.[figure], floor.exchange?.[figure])
  return [
    name,
    unit,
    number(ours.rate),
    number(floor.rate),
    `${ratio.toFixed(2)} (${spread.map((value) => value.toFixed(2)).join(' to ')})`,
    verdict(result),
    ...(ours.exchange
      ? [both('p50'), both('p99'), both('serverCpu'), both('databaseCpu'), both('peakRssMb')]
      : Array.from({ length: 5 }, () => '')),
    ours.treeMb === undefined ? '' : number(ours.treeMb, 0),
    ...(hasStore(result) ? [number(ours.exchange?.storeRequests)] : []),
  ]
}

function hasStore({ ours }: Result) {
  return typeof ours.exchange?.storeRequests === 'number'
}

function pair(ours: number | null | undefined, floor: number | null | undefined) {
  return `${number(ours, 2)} / ${number(floor, 2)}`
}

function number(value: number | null | undefined, digits = 1) {
  return value === null || value === undefined
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? digits : 0 })
}

function verdict(result: Result) {
  return result.aim === null ? '–' : `${result.aim.toFixed(2)} ${isMissed(result) ? 'missed' : 'met'}`
}

function isMissed({ ratio, aim }: Result) {
  return aim !== null && ratio < aim
}

function toEntry(result: Result) {
  const { name, unit, ours, floor, ratio, spread, aim, price } = result
  return {
    name,
    [`${unit}PerSecond`]: ours.rate,
    floor: floor.rate,
    ratio,
    spread,
    aim,
    ...(isMissed(result) && { price }),
    ...ours.exchange,
    ...(ours.treeMb !== undefined && { treeMb: ours.treeMb }),
  }
}
