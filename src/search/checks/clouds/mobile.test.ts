// Requests to China Mobile's cloud and decryption of its answers, with a separate cipher.
import { createDecipheriv } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answeringIo } from '../../../../test/kit/site-io.ts'
import { failureOf } from '../../../../test/kit/wire.ts'
import { loadCheck } from '../check.ts'

const check = await loadCheck('mobile', {})
const folder = join(import.meta.dirname, '../../../../fixtures/checks/mobile')
const share = { code: '2nQ5kWmR7xT3a', password: 'k3m9', url: 'https://yun.139.com/shareweb/#/w/i/2nQ5kWmR7xT3a' }

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

function decipher(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const aes = createDecipheriv(
    'aes-128-cbc',
    Buffer.from('50564744776d63766673317556336431', 'hex'),
    bytes.subarray(0, 16),
  )
  return aes.update(bytes.subarray(16), undefined, 'utf8') + aes.final('utf8')
}

function ask(reply: unknown) {
  const { io, asked } = answeringIo(() => reply)
  return { verdict: check.ask(share, io), asked }
}

test('the question is encrypted, and flagged so', async () => {
  const { verdict, asked } = ask(read('files.txt'))
  expect(await verdict).toMatchObject({ state: 'ok' })
  const [{ sent, headers }] = z
    .tuple([z.object({ sent: z.string(), headers: z.record(z.string(), z.string()) })])
    .parse(asked)
  expect(headers['hcy-cool-flag']).toBe('1')
  expect(JSON.parse(decipher(sent))).toEqual({
    getOutLinkInfoReq: {
      account: '',
      linkID: '2nQ5kWmR7xT3a',
      passwd: 'k3m9',
      caSrt: 1,
      coSrt: 1,
      srtDr: 0,
      bNum: 1,
      pCaID: 'root',
      eNum: 200,
    },
    commonAccountInfo: { account: '', accountType: 1 },
  })
})

const answered = readdirSync(folder).filter((name) => name.endsWith('.txt') && name !== 'undecryptable.txt')

test.each(answered)('%s holds the JSON that stands beside it', (file) => {
  expect(decipher(read(file).replaceAll('"', ''))).toBe(read(file.replace(/\.txt$/, '.json')))
})

test('an answer in plain JSON is read as well', async () => {
  expect(await ask(read('gone.json')).verdict).toMatchObject({ state: 'bad' })
})

test.each([
  ['noise', read('undecryptable.txt')],
  ['half an answer', read('files.txt').slice(0, 120)],
  ['nothing but an IV', read('files.txt').slice(0, 24)],
  ['what is no base64', '外链不存在'],
])('%s tells nothing of the share', async (_what, reply) => {
  expect(await failureOf(ask(reply).verdict)).toMatchObject({ kind: 'mismatch' })
})
