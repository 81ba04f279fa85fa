// `node launch/assemble.mjs FOLDER`: after a build, copies what the shop needs at run time.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { root } from './prepare.mjs'
import { atRunTime } from './runtime-packages.mjs'

const folder = resolve(process.argv[2] ?? 'build/shop')
const modules = join(root, 'node_modules')
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The folder of a package that Node resolves from `from`. */
function homeOf(name, from) {
  for (let at = from; at.startsWith(root); at = dirname(at)) {
    const home = join(at, 'node_modules', name)
    if (existsSync(join(home, 'package.json'))) return home
  }
  return null
}

const needed = new Set()
const visit = (home) => {
  if (needed.has(home)) return
  needed.add(home)
  const { dependencies = {}, optionalDependencies = {} } = read(join(home, 'package.json'))
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const other = homeOf(name, home)
    if (other) visit(other)
    else if (name in dependencies && !(name in optionalDependencies)) {
      throw new Error(`${name} is missing, which ${relative(modules, home)} needs`)
    }
  }
}
for (const name of atRunTime) visit(join(modules, name))

mkdirSync(folder, { recursive: true })
for (const path of ['build/client', 'build/server', 'src/app/migrations']) {
  cpSync(join(root, path), join(folder, path), { recursive: true })
}
for (const home of needed) {
  // A nested package is copied with the folder of the package around it.
  const filter = (path) =>
    !path.endsWith('.map') && !path.slice(home.length).endsWith('/node_modules')
  cpSync(home, join(folder, relative(root, home)), { recursive: true, filter })
}
const { name, version, type } = read(join(root, 'package.json'))
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, private: true, type }))
