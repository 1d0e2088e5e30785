// The operation of the image proxy.
import { fields, type Operation } from '../operation.ts'
import { pictureRequest } from '../pictures.ts'

const pictureFields = fields('PictureRequest', pictureRequest, 'The requested image.', {
  url: 'Its address from a result or item: `https://host/path`, without port or credentials.',
})
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** The image proxy. */
export const pictureOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/picture',
    id: 'picture',
    tag: 'service',
    summary: 'An image of a result or item',
    description: 'Fetched for the web page, only from known image hosts.',
    access: 'callers',
    query: pictureFields,
    answers: [
      ...pictureTypes.map((type) => ({ status: 200, meaning: 'The image.', type })),
      { status: 304, meaning: 'Not modified: the ETag in `If-None-Match` still matches.' },
    ],
    errors: {
      400: [
        {
          message:
            'url: must be the address of a picture: https://host/path, without a port and without a name or password in it',
          details: { parameter: 'url' },
        },
      ],
      403: [
        {
          message:
            'url: images from example.org are not allowed; the operator can allow them with PICTURE_HOSTS=+example.org',
          details: { parameter: 'url' },
        },
      ],
      404: [{ message: 'picture: images are disabled by PICTURE_HOSTS' }],
      502: [
        {
          message: 'picture: could not be fetched (unavailable: they answered 503)',
          details: { kind: 'unavailable', message: 'they answered 503' },
        },
      ],
      503: [
        {
          message: 'service: overloaded (the event loop is 80 ms late); retry in 5 s',
          code: 'SERVICE_BUSY',
        },
      ],
      504: [
        {
          message: 'picture: could not be fetched (timeout: no answer within 4 s)',
          details: { kind: 'timeout', message: 'no answer within 4 s' },
        },
      ],
    },
    examples: [
      {
        name: 'picture',
        summary: 'An image of Douban',
        query: { url: 'https://img1.doubanio.com/view/photo/s_ratio_poster/public/p1.webp' },
      },
    ],
  },
]
