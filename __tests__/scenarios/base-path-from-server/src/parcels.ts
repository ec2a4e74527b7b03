import { Router } from 'express';

interface Parcel {
  id: string;
  grams: number;
}

declare function load(id: string): Parcel;

export const parcels = Router();
parcels.get('/:parcelId', (req, res) => {
  res.json(load(req.params.parcelId));
});
