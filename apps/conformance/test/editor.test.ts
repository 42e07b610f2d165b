import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const PROGRAM = `
import { createClient } from '@media-library/client'

const client = createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey: 'mlk_1' })
const album = await client.createAlbum({ albumName: 'Summer' })
album.albumName
client.generateOAuthConfig
client.finishSignIn
client.downloadFile
`

const path = fileURLToPath(new URL('program.ts', import.meta.url))
const contract = createRequire(import.meta.url)
  .resolve('@media-library/contract/package.json')
  .replace('package.json', '')
const editor = openEditor()

/** Opens the program in an editor. It is not stored in a file. */
function openEditor() {
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    types: [],
  }
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = file === path ? PROGRAM : ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath,
  })
}

/** Returns the text that the editor shows for the last name of an expression. */
function show(expression: string) {
  const at = PROGRAM.indexOf(expression) + expression.length - 1
  const info = editor.getQuickInfoAtPosition(path, at)
  return {
    words: ts.displayPartsToString(info?.documentation),
    tags: info?.tags?.map(({ name }) => name),
    definedIn: editor.getDefinitionAtPosition(path, at)?.map(({ fileName }) => fileName.replace(contract, '')),
  }
}

test('the program has no fault', () => {
  expect(editor.getSemanticDiagnostics(path).map(({ messageText }) => messageText)).toEqual([])
})

test.each([
  ['client.createAlbum', /^Creates an album with the given assets/, 'dist/contract.d.ts'],
  ['client.finishSignIn', /^Creates a session from the address/, 'dist/sign-in/routes.d.ts'],
  ['client.downloadFile', /^Returns the original of an asset/, 'dist/file/routes.d.ts'],
  ['album.albumName', /^The name; it may be empty/, 'dist/album/schemas.d.ts'],
])('an editor shows the words of %s, and goes to the contract', (expression, words, definedIn) => {
  expect(show(expression)).toMatchObject({ words: expect.stringMatching(words), definedIn: [definedIn] })
})

test('an editor strikes out a deprecated operation', () => {
  expect(show('client.generateOAuthConfig').tags).toContain('deprecated')
})

test('each object of the contract has a type of its name', () => {
  const program = editor.getProgram() as ts.Program
  const checker = program.getTypeChecker()
  const schemas = program.getSourceFile(join(contract, 'dist/schemas.d.ts')) as ts.SourceFile
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(schemas) as ts.Symbol)
  const symbols = exported.map((name) => (name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name))

  const objects = symbols.filter((symbol) => checker.getTypeOfSymbol(symbol).getProperty('shape'))
  const nameless = objects.filter(({ flags }) => !(flags & ts.SymbolFlags.Type)).map(({ name }) => name)

  expect(objects.length).toBeGreaterThan(90)
  expect(nameless, 'Add an interface of that name, as its neighbours have.').toEqual([])
})
