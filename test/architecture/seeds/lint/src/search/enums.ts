// Seed: breaks lint/style/noEnum
export enum Seed {
  One = 1,
}
