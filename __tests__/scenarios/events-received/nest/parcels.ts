import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

class Parcel {
  label: string = 'none';

  constructor(
    readonly id: string,
    readonly weight = 1,
    readonly carrier: string,
  ) {}
}

@Controller()
export class Parcels {
  @EventPattern('parcels.kept')
  kept(@Payload() parcel: Parcel) {}
}
