// The queue looks for its configuration while it is loaded, which fails when several files load it at once.
import 'graphile-worker'
