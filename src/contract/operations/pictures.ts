// Pictures for the page, as an operation.
import { fields, type Operation } from '../operation.ts'
import { pictureRequest } from '../pictures.ts'

const pictureFields = fields('PictureRequest', pictureRequest, 'Which picture.', {
  url: 'Its address, as a result or an item has it: `https://host/path`, without a port, a name or a password.',
})
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Pictures. */
export const pictureOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/picture',
    id: 'picture',
    tag: 'service',
    summary: 'A picture of a result or of an item',
    description: 'Fetched for the page, from hosts that are known for such pictures only.',
    access: 'callers',
    query: pictureFields,
    answers: [
      ...pictureTypes.map((type) => ({ status: 200, meaning: 'The picture.', type })),
      { status: 304, meaning: 'The picture is still that of the ETag in `If-None-Match`.' },
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
        summary: 'A picture of Douban',
        query: { url: 'https://img1.doubanio.com/view/photo/s_ratio_poster/public/p1.webp' },
      },
    ],
  },
]
