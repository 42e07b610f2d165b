import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'
import type { Reply } from '../reply.js'
import type { ServerConfig, ServerMediaTypes, ServerPing, ServerVersion } from '../types/index.js'

export interface ServerInfoOperations {
  /** The version of the service. */
  getServerVersion(options?: CallOptions): Reply<ServerVersion>
  /** `pong`, while the service answers. */
  pingServer(options?: CallOptions): Reply<ServerPing>
  /** What a login page needs. */
  getServerConfig(options?: CallOptions): Reply<ServerConfig>
  /** How the names of the files end that the service takes. */
  getSupportedMediaTypes(options?: CallOptions): Reply<ServerMediaTypes>
}

export function serverInfoOperations({ read }: Calls): ServerInfoOperations {
  return {
    getServerVersion: (options) => read('getServerVersion', {}, options),
    pingServer: (options) => read('pingServer', {}, options),
    getServerConfig: (options) => read('getServerConfig', {}, options),
    getSupportedMediaTypes: (options) => read('getSupportedMediaTypes', {}, options),
  }
}
