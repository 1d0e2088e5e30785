// Content security: no foreign scripts, no requests to other hosts, no framing.
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll()

describe('the policy of the page', () => {
  it('lets no script run that somebody has put into it', async () => {
    const { page, complaints } = await readers.open(trawl.url, {
      mayComplain: /TrustedScript|Content Security Policy/,
    })
    await page.getByRole('banner').waitFor()
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.append('window.wasRun = true')
      document.body.append(script)
      return 'wasRun' in window
    })
    expect(ran).toBe(false)
    expect(complaints.join('\n')).toMatch(/will not be executed|Content Security Policy/)
  })

  it('lets nobody write HTML into it', async () => {
    const { page } = await readers.open(trawl.url, { mayComplain: /Content Security Policy|TrustedHTML/ })
    await page.getByRole('banner').waitFor()
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<img src=x onerror="window.wasRun = true">'
        return 'written'
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error)
      }
    })
    expect(outcome).toBe('refused')
  })

  it('lets it load nothing from another host: no picture, no style', async () => {
    const { page } = await readers.open(trawl.url, { mayComplain: /Content Security Policy/ })
    await page.getByRole('banner').waitFor()
    const outcome = await page.evaluate(async () => {
      const picture = new Image()
      const shown = new Promise((resolve) => {
        picture.onload = () => resolve('loaded')
        picture.onerror = () => resolve('refused')
      })
      picture.src = 'http://localhost:9/secret.png'
      const sheet = document.createElement('link')
      const styled = new Promise((resolve) => {
        sheet.onload = () => resolve('loaded')
        sheet.onerror = () => resolve('refused')
      })
      sheet.rel = 'stylesheet'
      sheet.href = 'http://localhost:9/style.css'
      document.head.append(sheet)
      return [await shown, await styled]
    })
    expect(outcome).toEqual(['refused', 'refused'])
  })

  it('lets nobody show it in a frame', async () => {
    const { page } = await readers.open(`${trawl.url}/`, { mayComplain: /favicon|frame-ancestors/ })
    // A page of the same origin without a policy against framing.
    await page.route('**/framing', (route) => route.fulfill({ contentType: 'text/html', body: '<body></body>' }))
    await page.goto(`${trawl.url}/framing`)
    const framed = await page.evaluate(async (address) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.src = address
      document.body.append(frame)
      await loaded
      // The document of a same-origin page is readable; that of an error page is not.
      return frame.contentDocument?.querySelector('#app') != null
    }, `${trawl.url}/`)
    expect(framed).toBe(false)
  })
})
