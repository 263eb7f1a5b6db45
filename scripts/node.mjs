/**
 * Finds a Node that can run this repository's TypeScript directly: the one in use if it is new
 * enough, else the one that ready.mjs has brought. The npm package has the program as JavaScript
 * instead, which each Node from 20 on runs. Plain JavaScript that Node 20 understands.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bundle = `${root}dist/main.js`
/** Whether this is the npm package, and not the repository (scripts/pack). */
export const isPackage = existsSync(bundle)
/** What runs: the service without words, the operator's command with some. */
export const program = isPackage ? bundle : `${root}src/main.ts`

const brought = `node_modules/node-${process.platform}-${process.arch}/bin/node`
/** Beside the scripts; among the packages in a clone that was installed before it stood there. */
const broughtNodes = [`${root}scripts/node/${brought}`, root + brought]

/** What is said before the program can speak, in the language in which it will (languages.ts). */
export function say({ en, pt }) {
  const { MALOTE_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env
  if (MALOTE_LANGUAGE === 'pt' || MALOTE_LANGUAGE === 'en')
    return MALOTE_LANGUAGE === 'pt' ? pt : en
  return /^pt(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? pt : en
}

/** The path of a fitting Node; throws an Error of one sentence if there is none. */
export function fittingNode() {
  if (isFitting(process.versions.node)) return process.execPath
  if (isPackage) {
    throw new Error(
      say({
        en: `Malote needs Node 20.20 or newer; this is ${process.versions.node}.`,
        pt: `O Malote precisa do Node 20.20 ou mais novo; este é o ${process.versions.node}.`,
      }),
    )
  }
  const found = broughtNodes.find(file => existsSync(file))
  if (found !== undefined) return found
  throw new Error(
    say({
      en: `Malote needs Node 22.19 or newer; this is ${process.versions.node}, and scripts/ready.mjs has brought no newer one for this kind of machine.`,
      pt: `O Malote precisa do Node 22.19 ou mais novo; este é o ${process.versions.node}, e scripts/ready.mjs não trouxe nenhum mais novo para este tipo de máquina.`,
    }),
  )
}

/** 22.19 is the first that strips types without being asked; 23 never was a supported line. */
export function isFitting(version, isBundled = isPackage) {
  const [major, minor] = version.split('.').map(Number)
  if (isBundled) return major > 20 || (major === 20 && minor >= 20)
  return major >= 24 || (major === 22 && minor >= 19)
}

/**
 * The data that the operator's command works on. The service is started in the repository's folder,
 * so a relative MALOTE_DATA_DIR begins there, from whichever folder the command is called, unless
 * there is data in the folder where it is. A package is no place for data: there it is where one is.
 */
export function dataFolder(given, isBundled = isPackage) {
  const folder = given || 'data'
  const here = resolve(folder)
  return isBundled || existsSync(join(here, 'postgres')) ? here : resolve(root, folder)
}

/**
 * What the service runs with. Little memory rather than the last of speed, for small machines: a
 * young generation of 32 MB and a heap that is collected when it has doubled. Measured while
 * sending: a young generation of 16 MB is 30 MB less resident (230 instead of 260) for 6 % more CPU,
 * since what an email needs until it is delivered is copied more often. V8 has four threads beside
 * the main one for collecting; on two cores all of them at once keep the main thread and the database
 * waiting for 50 to 100 ms. With two a campaign's letters are released a sixth faster, what is sent
 * is as much as before, and the peak of what is resident is some 20 MB higher (340 instead of 320).
 */
export const nodeFlags = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  `--v8-pool-size=${Math.min(4, availableParallelism())}`,
]

/**
 * What is set for it where nothing else is. DKIM signing and look-ups share libuv's threads, whose
 * number is read when a process starts. Compiled code is kept between starts, and with it the
 * stripping of types, which is a program of its own: 0.24 s to start instead of 0.43, and 28 MB less.
 */
export const nodeEnvironment = {
  UV_THREADPOOL_SIZE: '4',
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/malote`,
}
