export class KilnDto {
  id!: string;
  maxHeat!: number;
  firedAt!: Date | null;
}
