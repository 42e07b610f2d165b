#!/usr/bin/env node
console.log("OUT", process.argv.slice(2), process.cwd(), process.env.INIT_CWD)
