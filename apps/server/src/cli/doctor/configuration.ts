import { type Config, readConfig } from '../../config/config.js'
import { ConfigError } from '../../errors.js'
import { type Finding, ok, problem } from './finding.js'

const NAME = /^\w+/

/** Returns the configuration with a default for each faulty variable, and the faults as a finding. */
export function readUsableConfig(environment: NodeJS.ProcessEnv): { config: Config; finding: Finding } {
  try {
    return { config: readConfig(environment), finding: ok('every variable is valid') }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const faulty = error.faults.map((fault) => NAME.exec(fault)?.[0] ?? '')
    const rest = Object.entries(environment).filter(([name]) => !faulty.includes(name))
    return {
      config: readConfig(Object.fromEntries(rest)),
      finding: problem(
        error.faults.join('; '),
        `Correct or unset ${faulty.join(', ')}. The checks below use the default.`,
      ),
    }
  }
}
