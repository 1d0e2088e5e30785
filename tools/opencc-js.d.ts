// The package has no types for its dictionaries, which are texts.
declare module 'opencc-js/dict/*'
