import { Body, Controller, Get, Param, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { KilnDto } from './kiln.dto';

abstract class Readable {
  @Get(':id')
  async read(@Param('id') id: string): Promise<KilnDto> {
    return { id, maxHeat: 1200, firedAt: null };
  }
}

@Controller({ path: 'kilns', version: '2' })
export class KilnController extends Readable {
  @Post()
  build(@Body() wish: unknown): KilnDto {
    return { id: String(wish), maxHeat: 1000, firedAt: new Date() };
  }
}

@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  @Get()
  up() {
    return { up: true };
  }
}
