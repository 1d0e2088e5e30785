// A lazy component is shown whenever its module arrives, also between a render and the effects of that render.
import { h, options, render } from 'preact'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyComponent } from '../../web/src/components/lazy.tsx'

/** As much of a DOM as Preact needs for a text. */
class FakeNode {
  readonly childNodes: FakeNode[] = []
  parentNode: FakeNode | null = null
  readonly nodeType: number
  data: string
  constructor(nodeType: number, data = '') {
    this.nodeType = nodeType
    this.data = data
  }
  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null
  }
  get nextSibling(): FakeNode | null {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }
  insertBefore(node: FakeNode, next: FakeNode | null): FakeNode {
    node.parentNode = this
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node)
    return node
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  delete options.requestAnimationFrame
})

it('is shown when its module arrives after a render and before the effects of that render', async () => {
  let runEffects: () => void = () => undefined
  options.requestAnimationFrame = (run) => {
    runEffects = run
  }
  vi.stubGlobal('document', { createTextNode: (data: string) => new FakeNode(3, data) })
  const root = new FakeNode(1)
  const { promise, resolve } = Promise.withResolvers<() => string>()
  const Lazy = lazyComponent(() => promise)
  const loading = Lazy.load()
  Reflect.apply(render, undefined, [h(Lazy, {}), root])
  resolve(() => 'the content')
  await loading
  runEffects()
  await vi.waitFor(() => expect(root.childNodes.map(({ data }) => data)).toEqual(['the content']))
})
