/**
 * Pages whose files are fetched when they are opened. Where that fails the application stays: a
 * server that cannot be reached is waited for (the frame says so), one that is there is asked again
 * a few times. Loading the window anew instead would end at the browser's error page while there is
 * no connection.
 */
import { type ComponentType, lazy } from 'react'
import { lookAgain, whenReachable } from '../api/connection.ts'
import { noteCall } from '../api/quiet.ts'
import type { PageFile } from '../routing/router.ts'

const maxTries = 4
const pauseMs = 400

/** A page file that is not there any more: the server has a newer version of the application. */
export class PageGone extends Error {}

export function lazyPage<
  Module extends Record<string, unknown>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): PageFile {
  return once(async () => (await loadPatiently(load))[name] as ComponentType)
}

/** A part of a page that is fetched by itself, as patiently. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const part = async () => ({ default: (await loadPatiently(load))[name] as ComponentType<object> })
  return lazy(part) as Module[Name]
}

/** A page of the first view, which needs nothing besides. */
export function lightPage<
  Module extends Record<string, unknown>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): PageFile {
  return once(async () => (await insist(load))[name] as ComponentType)
}

/** What could not be fetched is asked for again the next time. */
function once(load: () => Promise<ComponentType>): PageFile {
  let loading: Promise<ComponentType> | undefined
  return {
    load() {
      loading ??= load().catch(cause => {
        loading = undefined
        throw cause
      })
      return loading
    },
  }
}

let loadLater: () => Promise<unknown> = async () => {}

/** Says what all stands on that comes after the first view: how it looks, and where its calls go. */
export const standOnLater = (load: () => Promise<unknown>): void => {
  loadLater = load
}

/** Loads what `load` fetches, and what it stands on, through lost connections. Throws PageGone. */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([insist(load), insist(loadLater)])
  return module
}

/** Once, for what nobody waits for. */
export async function loadEarly<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadLater()])
  return module
}

/** The files of a page are waited for as its calls are: nothing is fetched early meanwhile. */
function insist<Module>(load: () => Promise<Module>): Promise<Module> {
  return tryPatiently(load).finally(noteCall())
}

async function tryPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (cause) {
      await lookAgain()
      await whenReachable()
      if (tries >= maxTries) throw new PageGone('A page could not be loaded.', { cause })
      await new Promise(resolve => setTimeout(resolve, pauseMs * tries))
    }
  }
}
