import Table from 'cli-table3'
import type { Result } from './run.js'

const perSecond = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

const toRow = ({ name, unit, ours, floor, ratio, spread, aim }: Result) => [
  name,
  unit,
  perSecond(ours),
  perSecond(floor),
  `${ratio.toFixed(2)} (${spread.map((value) => value.toFixed(2)).join(' to ')})`,
  `${aim.toFixed(2)} ${ratio >= aim ? 'reached' : 'missed'}`,
]

/** The results as a table for people. */
export const toTable = (results: Result[]): string => {
  const table = new Table({
    head: ['Scenario', 'Per second', 'Ours', 'Floor', 'Ratio (lowest to highest)', 'Aim'],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right'],
  })
  table.push(...results.map(toRow))
  return `${table.toString()}\n`
}

/** The results as one JSON object. */
export const toJson = (results: Result[]): string => `${JSON.stringify({ scenarios: results }, null, 2)}\n`
