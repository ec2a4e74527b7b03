import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Profile {
  name: string;
  bio: string | null;
  links: { home: string };
}

declare function load(): Promise<Profile>;

@Controller('profiles')
export class ProfilesController {
  @Get(':name')
  one(): Promise<Profile> {
    return load();
  }
}

@Module({ controllers: [ProfilesController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
