// Image detection by the first bytes, regardless of the declared type; and images that were cut off.
import { expect, it } from 'vitest'
import { drawPicture } from '../../standin/picture-hosts.ts'
import { detectImageType, isComplete } from './image-type.ts'

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

it.each([
  ['image/jpeg', bytesOf('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['image/png', drawPicture('any')],
  ['image/gif', bytesOf('GIF89a\x01\0')],
  ['image/gif', bytesOf('GIF87a\x01\0')],
  ['image/webp', bytesOf('RIFF\n\0\r\nWEBPVP8L')],
  ['image/avif', bytesOf('\0\0\0\x20ftypavif\0\0\0\0avifmif1')],
  ['image/avif', bytesOf('\0\0\0\x20ftypmif1\0\0\0\0miafavis')],
])('%s is recognised by its first bytes', (type, bytes) => {
  expect(detectImageType(bytes)).toBe(type)
})

it.each([
  ['nothing', ''],
  ['a page', '<!DOCTYPE html><title>403</title>'],
  ['a drawing that may hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['the same behind its declaration', '<?xml version="1.0"?><svg></svg>'],
  ['a film', '\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41'],
  ['a film whose name speaks of AVIF', '\0\0\0\x20ftypisom\0\0\x02\0xavifmp4'],
  ['sound in the same box as WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a script that begins like a picture', 'GIF89=1;alert(1)'],
  ['a document', '%PDF-1.7'],
  ['a picture that begins late', ' \x89PNG\r\n\x1a\n'],
  ['the beginning of a beginning', '\x89PNG\r\n'],
])('%s is no picture', (_what, text) => {
  expect(detectImageType(bytesOf(text))).toBeUndefined()
})

const thumbnail = '\xff\xda\0\x02..\xff\xd9'
const gif = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;'

it.each([
  ['image/png', drawPicture('any')],
  ['image/jpeg', bytesOf(`\xff\xd8\xff\xe1${thumbnail}\xff\xda\0\x02...\xff\xd9`)],
  ['image/gif', bytesOf(gif)],
  ['image/webp', bytesOf('RIFF\x0c\0\0\0WEBPVP8L....')],
  ['image/avif', bytesOf('\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x0cmdat....')],
  ['image/avif', bytesOf('\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x01mdat\0\0\0\0\0\0\0\x14....')],
] as const)('%s is complete with its end, and cut off without its last bytes', (type, bytes) => {
  expect(isComplete(bytes, type)).toBe(true)
  for (const left of [bytes.length - 1, bytes.length - 2, bytes.length >> 1])
    expect(isComplete(bytes.subarray(0, left), type)).toBe(false)
})

it.each([
  ['image/png', Buffer.concat([drawPicture('any'), bytesOf('more')])],
  ['image/jpeg', bytesOf('\xff\xd8\xff\xda\0\x02...\xff\xd9\0more')],
  ['image/gif', bytesOf(`${gif}\0\0`)],
  ['image/webp', bytesOf('RIFF\x0c\0\0\0WEBPVP8L....more')],
  ['image/avif', bytesOf('\0\0\0\x10ftypavif\0\0\0\0\0\0\0\0mdat....')],
] as const)('%s may have more after its end', (type, bytes) => {
  expect(isComplete(bytes, type)).toBe(true)
})
