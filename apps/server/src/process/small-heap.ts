import { setFlagsFromString } from 'node:v8'

/**
 * Collects garbage once the heap has grown by two fifths, and lets the space of new objects stay as small as it is at the start. By
 * default, V8 waits for several times that on a machine with much memory. Under load, a server then uses up to 200 MB more and is no
 * faster.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40')
  setFlagsFromString('--semi-space-growth-factor=1')
}
